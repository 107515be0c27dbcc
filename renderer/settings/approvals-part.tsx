import { conversationOfRule, type Rule } from '../../shared/rules.ts'
import { href } from '../frame/routes.ts'
import { useHost } from '../host.ts'
import { Plain } from '../ui/ext.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { head } from '../ui/hidden-characters.ts'
import listStyles from './facts.module.css'
import { Setting, SettingGroup } from './setting.tsx'
import { StepLimit } from './step-limit.tsx'

/** What asks, what does not, and when a turn stops by itself. */
export function ApprovalsPart({ block }: { block: string | undefined }) {
  const rules = useHost((state) => state.rules)
  const all = Object.values(rules)
  return (
    <SettingGroup title="Approvals" lede="What needs your answer. Nothing here can be changed by a server or a model.">
      <Setting title="When a tool is called" help="By a model. What you run yourself you have decided.">
        <p>
          <b>Atrium asks before every call.</b> Only a permission below lets one through, and it ends when the tool’s
          definition changes. There is no automatic yes: what you do not answer waits.
        </p>
      </Setting>
      <Setting title="Permissions" help="Given with “Allow in this conversation”. Deleting the conversation ends them.">
        {all.length === 0 ? (
          <p>There are none. Every call asks.</p>
        ) : (
          <ul className={listStyles.list}>
            {all.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
      </Setting>
      <StepLimit block={block} />
    </SettingGroup>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  const { server, tool = '', definition } = rule
  const conversation = conversationOfRule(rule)
  const name = useServerName(server)
  const entry = useHost((state) => state.servers[server]?.tools[tool])
  const isOutdated = entry !== undefined && entry.hash !== definition
  return (
    <li className={listStyles.row}>
      <ServerSeal server={server} size={18} />
      <span className={listStyles.words}>
        <span>
          Allow{' '}
          <b>
            <Plain text={head(entry?.title ?? tool, 60)} />
          </b>{' '}
          of {name}
        </span>
        <small className={listStyles.detail}>
          {isOutdated ? 'Its definition has changed, so it asks again' : 'In one conversation'}
        </small>
      </span>
      {conversation && <a href={href({ page: 'chat', conversation })}>Open it</a>}
    </li>
  )
}
