import type { Ask } from '../../../shared/asks/asks.ts'
import { longestOpened, openOutside } from '../../state/carriers/open-outside.ts'
import { appWork } from '../../strings/conversation/app-work.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { useServerName } from '../../ui/seal.tsx'
import { Ext, Word } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { PageFacts, PageUrl } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'
import styles from './app-wish-ask.module.css'

const words = appWork.wishes

type AppWishAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'page-wish' }> }

/** Can this app of a server have a URL opened, or files saved? The answering window opens the URL. */
export function AppWishAsk({ onRefused, ...place }: AppWishAskProps) {
  const { ask } = place
  const { server, url, files } = ask.question
  const name = useServerName(server)
  const most = longestOpened()
  const obstacle = url !== undefined && url.length > most ? questions.url.tooLong(most) : undefined
  const answering = useAnswering(ask, onRefused, { content: ask.contentHash, obstacle })
  const { answer } = answering
  const allow = (): void =>
    void answer({ decision: 'allow' }).then((counted) => counted && url !== undefined && openOutside(url))
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={url === undefined ? words.saves(name) : words.opens(name)}
      safe={{ label: words.deny, give: () => void answer({ decision: 'deny' }) }}
      consent={{ label: url === undefined ? words.save : questions.url.open, give: allow, keys: 'A' }}
      unread={words.unread}
      isWhole
    >
      {url === undefined ? <Files name={name} files={files ?? []} /> : <Link ask={ask} url={url} />}
    </DecisionAsk>
  )
}

function Link({ ask, url }: { ask: AppWishAskProps['ask']; url: string }) {
  const { server, written } = ask.question
  return (
    <>
      <PageUrl url={url} />
      <PageFacts server={server} url={url} written={written} open={words.notEncrypted} />
      <Note>
        {words.carries} {questions.url.means}
      </Note>
    </>
  )
}

function Files({ name, files }: { name: string; files: NonNullable<AppWishAskProps['ask']['question']['files']> }) {
  const runs = files.some((file) => file.runs)
  return (
    <>
      <Ext from={name}>
        <ul className="stack gap1 breaks">
          {files.map((file, index) => (
            <li key={index}>
              <Word text={file.name} /> <span className="ink2">{words.about(file.type, formatBytes(file.bytes))}</span>
              {file.runs && <b className={styles.runs}>{words.runs}</b>}
            </li>
          ))}
        </ul>
      </Ext>
      {runs && <Note kind="no">{words.careful}</Note>}
      <Note>{words.where}</Note>
    </>
  )
}
