import { conversationOfRule, type Rule } from '../../shared/rules.ts'
import { href } from '../frame/routes.ts'
import { useHost } from '../host.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Plain } from '../ui/ext.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { head } from '../ui/hidden-characters.ts'
import listStyles from './facts.module.css'
import { Setting, SettingGroup } from './setting.tsx'
import { StepLimit } from './step-limit.tsx'

const words = strings.settings.approvals

/** What asks, what does not, and when a turn stops by itself. */
export function ApprovalsPart({ block }: { block: string | undefined }) {
  const rules = useHost((state) => state.rules)
  const all = Object.values(rules)
  return (
    <SettingGroup title={strings.settings.parts.approvals} lede={words.lede}>
      <Setting title={words.called} help={words.calledHelp}>
        <p>
          <Phrase text={words.rule} slots={{ asks: <b>{words.asks}</b> }} />
        </p>
      </Setting>
      <Setting title={words.permissions} help={words.permissionsHelp}>
        {all.length === 0 ? (
          <p>{words.none}</p>
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
          <Phrase
            text={words.allow}
            slots={{
              tool: (
                <b>
                  <Plain text={head(entry?.title ?? tool, 60)} />
                </b>
              ),
              server: name,
            }}
          />
        </span>
        <small className={listStyles.detail}>{isOutdated ? words.outdated : words.inOne}</small>
      </span>
      {conversation !== undefined && <a href={href({ page: 'chat', conversation })}>{words.open}</a>}
    </li>
  )
}
