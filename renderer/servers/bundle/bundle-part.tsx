import type { BundleReference } from '../../../shared/config/server-config.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './bundle.module.css'
import { OpenBundle } from './open-bundle.tsx'

const words = bundlePage.part

/** On its server's page: which bundle it is, whether its files are as they were, and a way to update it. */
export function BundlePart({ server, bundle }: { server: string; bundle: BundleReference }) {
  const link = useLink()
  const block = useAdminBlock()
  const { answer, problem, again } = useQuery('checkBundle', { server }, { moment: bundle.sha256 })
  const restoring = useAction(async () => {
    await link.call('restoreBundle', { server })
    again()
  })
  const { facts } = bundlePage
  const isChanged = answer && answer.changed.length + answer.missing.length > 0
  return (
    <div className={styles.part}>
      <FactList>
        <Fact name={words.title}>
          <Word text={words.what(bundle.name, bundle.version)} />
        </Fact>
        {bundle.author !== undefined && (
          <Fact name={facts.author}>
            <Word text={bundle.author} />
          </Fact>
        )}
        <Fact name={facts.sha256}>
          <code className="breaks">{bundle.sha256}</code>{' '}
          <CopyButton label={facts.copySha} text={() => bundle.sha256} />
        </Fact>
      </FactList>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {restoring.problem !== undefined && <Note kind="no">{restoring.problem}</Note>}
      {isChanged ? (
        <Note
          kind="no"
          quiet
          action={
            answer.canRestore && (
              <Button size="sm" busy={restoring.busy} unavailable={block} onClick={() => void restoring.run()}>
                {words.restore}
              </Button>
            )
          }
        >
          <b>{answer.changed.length > 0 ? words.changed : words.missing}</b>{' '}
          <Word text={[...answer.changed, ...answer.missing].join(', ')} /> {!answer.canRestore && words.noCopy}
        </Note>
      ) : (
        problem === undefined && <p role="status">{answer ? words.intact : words.checking}</p>
      )}
      <OpenBundle label={words.update} help={words.updateHelp} block={block} />
    </div>
  )
}
