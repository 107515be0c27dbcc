import { strings } from '../strings/strings.ts'
import { Switch } from '../ui/field.tsx'
import { useFollowBlock } from './follow-block.ts'
import styles from './picker.module.css'
import type { Choice } from './use-choice.ts'

const words = strings.resources.follow

/** Whether changes of a resource are told of after it was sent, where its server can tell. */
export function FollowSwitch({ server, uri, choice }: { server: string; uri: string; choice: Choice }) {
  const block = useFollowBlock(server)
  return (
    <div className={styles.follow}>
      <Switch
        label={words.tell}
        checked={block === undefined && choice.isLive(server, uri)}
        unavailable={block}
        onChange={(live) => choice.setLive(server, uri, live)}
      />
      <span aria-hidden>{words.tell}</span>
      <span className={styles.why}>{block}</span>
    </div>
  )
}
