import type { MessageOrigin } from '../../../shared/content/attachments.ts'
import { head } from '../../../shared/text/clip.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { appWork } from '../../strings/conversation/app-work.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './message.module.css'

const words = appWork.sent

/** Says which servers' apps wrote a message that the user sent. */
export const WrittenBy = ({ from }: { from: MessageOrigin[] }) => (
  <ul className={styles.origins}>
    {from.map((origin) => (
      <Origin key={origin.draft} origin={origin} />
    ))}
  </ul>
)

function Origin({ origin: { server, tool, changed } }: { origin: MessageOrigin }) {
  const name = useServerName(server)
  return (
    <li className="row gap1">
      <ServerSeal server={server} size={14} />
      <span>
        <Phrase
          text={changed ? words.changed : words.written}
          slots={{ server: <bdi>{name}</bdi>, tool: <Plain text={head(tool, 60)} /> }}
        />
      </span>
    </li>
  )
}
