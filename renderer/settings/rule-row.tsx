import { ruleWords } from '../../shared/rules/rule-words.ts'
import { conversationOfRule, type Rule } from '../../shared/rules/rules.ts'
import { href } from '../state/routes.ts'
import { useHost, useLink } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import listStyles from './facts.module.css'

const words = strings.settings.approvals

type RuleRowProps = { rule: Rule; block: string | undefined; onRemoved(): void }

/** One rule in words, with its scope, whether it is still current, and a way to remove it. */
export function RuleRow({ rule, block, onRemoved }: RuleRowProps) {
  const link = useLink()
  const name = useServerName(rule.server)
  const conversation = conversationOfRule(rule)
  const isOutdated = useIsOutdated(rule)
  const inWords = ruleWords(rule, { server: name })
  const removal = useAction(async () => {
    await link.call('changeRules', { remove: [rule.id] })
    onRemoved()
  })
  return (
    <li className={listStyles.row}>
      <ServerSeal server={rule.server} size={18} />
      <span className={listStyles.words}>
        <Plain text={inWords} limit={600} />
        <small className={listStyles.detail}>
          {conversation === undefined ? (
            words.always
          ) : (
            <a href={href({ page: 'chat', conversation })}>{words.inConversation}</a>
          )}
          {isOutdated && ` · ${words.outdated}`}
        </small>
        {removal.problem !== undefined && <FieldError>{removal.problem}</FieldError>}
      </span>
      <Button
        size="sm"
        kind="ghost"
        aria-label={words.removeRule(plainLabel(inWords))}
        busy={removal.busy}
        unavailable={block}
        onClick={() => void removal.run()}
      >
        {words.remove}
      </Button>
    </li>
  )
}

/** Whether the tool's definition changed since the rule allowed it. */
const useIsOutdated = ({ effect, server, tool = '', definition }: Rule): boolean =>
  useHost(({ servers }) => {
    const tools = servers[server]?.tools ?? {}
    const entry = Object.hasOwn(tools, tool) ? tools[tool] : undefined
    return effect === 'allow' && entry !== undefined && entry.hash !== definition
  })
