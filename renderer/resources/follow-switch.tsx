import { resources } from '../strings/resources.ts'
import { Switch } from '../ui/fields/field.tsx'
import { useServerName } from '../ui/seal.tsx'
import type { ResourceChoice } from '../state/resources/use-choice.ts'

const words = resources.follow

type FollowSwitchProps = { server: string; uri: string; canFollow: boolean; choice: ResourceChoice }

/** Whether to report a resource's changes after it was sent, if its server can. */
export function FollowSwitch({ server, uri, canFollow, choice }: FollowSwitchProps) {
  const name = useServerName(server)
  const block = canFollow ? undefined : words.cannot(name)
  return (
    <div className="row wrap gap0-2 fs-small">
      <Switch
        label={words.tell}
        checked={canFollow && choice.isLive(server, uri)}
        unavailable={block}
        onChange={(live) => choice.setLive(server, uri, live)}
      />
      <span aria-hidden>{words.tell}</span>
      <span className="ink3">{block}</span>
    </div>
  )
}
