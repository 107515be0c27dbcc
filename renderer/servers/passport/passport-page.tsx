import { useState } from 'react'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { passportPage } from '../../strings/servers/passport-page.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Bar, BarTrail } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { sealIdentity, useServerName } from '../../ui/seal.tsx'
import styles from './passport-page.module.css'
import { PassportSheet } from './passport-sheet.tsx'

const words = passportPage.page

/** A server's passport as of now: to read, print, save and copy. */
export function PassportPage({ id }: { id: string }) {
  const link = useLink()
  const name = useServerName(id)
  const identity = useHost((state) => sealIdentity(id, state.configured.servers[id]))
  const { answer, problem, again } = useQuery('getPassport', { server: id })
  const [file, setFile] = useState<string>()
  const save = useAction(async (text: string) => setFile((await link.call('savePassport', { text })).file))
  return (
    <>
      <Bar
        title={
          <BarTrail up={name} to={href({ page: 'servers', server: id })}>
            {passportPage.title}
          </BarTrail>
        }
      >
        {answer && (
          <>
            <CopyButton label={words.copy} text={() => answer.text} />
            <Button icon="download" busy={save.busy} onClick={() => void save.run(answer.text)}>
              {words.save}
            </Button>
            <Button kind="primary" onClick={() => window.print()}>
              {words.print}
            </Button>
          </>
        )}
      </Bar>
      <Page>
        {problem !== undefined && (
          <Note
            kind="no"
            action={
              <Button size="sm" onClick={again}>
                {words.again}
              </Button>
            }
          >
            {problem}
          </Note>
        )}
        {!answer && problem === undefined && <Loading what={words.loading} />}
        {answer && (
          <>
            <div className={styles.notes}>
              <Note>{words.check}</Note>
              {save.problem && <Note kind="no">{save.problem}</Note>}
              <div role="status">{file !== undefined && <Saved file={file} />}</div>
            </div>
            <PassportSheet checked={answer} identity={identity} />
          </>
        )}
      </Page>
    </>
  )
}

const Saved = ({ file }: { file: string }) => (
  <Note kind="ok" action={<CopyButton label={words.copyPath} text={() => file} />}>
    <Phrase text={words.saved} slots={{ file: <code className="breaks">{file}</code> }} />
  </Note>
)
