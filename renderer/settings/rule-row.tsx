import { Fragment, useState, type ReactNode } from 'react'
import type { RuleUses } from '../../shared/contract/rule-commands.ts'
import type { RulesChange } from '../../shared/rules/policy.ts'
import { endInWords, ruleWords } from '../../shared/rules/rule-words.ts'
import { conversationOfRule, type Rule, type RuleDraft } from '../../shared/rules/rules.ts'
import { LimitDialog } from '../inbox/rule/limit-dialog.tsx'
import { href } from '../state/routes.ts'
import { useHost, useLink } from '../state/replica.ts'
import { useNow } from '../state/use-now.ts'
import { formatMoment } from '../strings/format/time.ts'
import { Phrase } from '../strings/phrase.tsx'
import { settingsRules } from '../strings/settings/settings-pages.ts'
import { settings } from '../strings/settings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import listStyles from './facts.module.css'

const words = settings.approvals

type RuleRowProps = {
  rule: Rule
  block: string | undefined
  /** When the rules were last used; undefined until that is known. */
  uses: RuleUses | undefined
  /** Called with what was done, and the change that undoes it. */
  onChanged(done: string, back: Partial<RulesChange>): void
}

/** One rule in words, with its scope, whether it is still current, and ways to edit, pause and remove it. */
export function RuleRow({ rule, block, uses, onChanged }: RuleRowProps) {
  const link = useLink()
  const name = useServerName(rule.server)
  const { id, actor: _actor, ...draft } = rule
  const { paused, ...going } = draft
  const entry = useEntry(rule)
  const inWords = ruleWords(rule, { server: name, tool: entry?.title })
  const heard = plainLabel(inWords)
  const [isEditing, setEditing] = useState(false)
  const removal = useAction(async () => {
    await link.call('changeRules', { remove: [id] })
    onChanged(words.removed, { add: [draft] })
  })
  const pausing = useAction(() =>
    link.call('changeRules', { remove: [id], add: [paused ? going : { ...going, paused: true as const }] }),
  )
  const edit = useAction(async (next: RuleDraft) => {
    const { added } = await link.call('changeRules', { remove: [id], add: [next] })
    onChanged(words.edited, { remove: added, add: [draft] })
  })
  const problem = removal.problem ?? pausing.problem
  const small = { size: 'sm', kind: 'ghost', unavailable: block } as const
  return (
    <li className={listStyles.row}>
      <ServerSeal server={rule.server} size={18} />
      <span className={listStyles.words}>
        <Plain text={inWords} limit={600} />
        <Standing rule={rule} uses={uses} />
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </span>
      <span className="row wrap gap1 end">
        <EditButton rule={rule} block={block} label={words.editRule(heard)} onClick={() => setEditing(true)} />
        <Button
          {...small}
          aria-label={paused ? words.resumeRule(heard) : words.pauseRule(heard)}
          busy={pausing.busy}
          onClick={() => void pausing.run()}
        >
          {paused ? words.resume : words.pause}
        </Button>
        <Button {...small} aria-label={words.removeRule(heard)} busy={removal.busy} onClick={() => void removal.run()}>
          {words.remove}
        </Button>
      </span>
      {isEditing && (
        <Edit
          rule={rule}
          busy={edit.busy}
          problem={edit.problem}
          onSave={(next) => void edit.run(next).then((isSaved) => isSaved && setEditing(false))}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  )
}

/** When the rule was last used, its conversation, and why it decides nothing now. */
function Standing({ rule, uses }: Pick<RuleRowProps, 'rule' | 'uses'>) {
  const conversation = conversationOfRule(rule)
  const entry = useEntry(rule)
  const now = useNow(60_000)
  const { until, paused, effect, definition } = rule
  const isOutdated = effect === 'allow' && entry !== undefined && entry.hash !== definition
  const link = conversation !== undefined && <a href={href({ page: 'chat', conversation })}>{words.inConversation}</a>
  const parts: [key: string, part: ReactNode][] = [
    ['use', lastUse(rule, uses)],
    ['in', link],
    ['ended', until !== undefined && now >= until && words.ended(endInWords(until))],
    ['paused', paused === true && words.paused],
    ['outdated', isOutdated && words.outdated],
  ]
  return (
    <small className={listStyles.detail}>
      {parts
        .filter(([, part]) => part !== false && part !== undefined)
        .map(([key, part], index) => (
          <Fragment key={key}>
            {index > 0 && ' · '}
            {part}
          </Fragment>
        ))}
    </small>
  )
}

/** When a rule last decided a call, with its record. Nothing is said of a rule that asks, because it decides nothing. */
function lastUse(rule: Rule, known: RuleUses | undefined): ReactNode {
  if (!known || rule.effect === 'ask') return undefined
  const use = Object.hasOwn(known.uses, rule.id) ? known.uses[rule.id] : undefined
  if (!use) return known.complete ? settingsRules.unused : settingsRules.unusedLately
  return (
    <Phrase
      text={settingsRules.used}
      slots={{ when: <a href={href({ page: 'audit', seq: use.seq })}>{formatMoment(use.at)}</a> }}
    />
  )
}

type EditButtonProps = { rule: Rule; block: string | undefined; label: string; onClick(): void }

/** Only a permission for one tool, or a rule for some of its calls, has anything to edit. */
function EditButton({ rule, block, label, onClick }: EditButtonProps) {
  const entry = useEntry(rule)
  const isAllowing = rule.effect === 'allow'
  if (rule.tool === undefined || (!isAllowing && rule.conditions.length === 0)) return null
  const isCurrent = entry !== undefined && (!isAllowing || entry.hash === rule.definition)
  return (
    <Button
      size="sm"
      kind="ghost"
      aria-label={label}
      unavailable={block ?? (isCurrent ? undefined : isAllowing ? words.noTool : words.noToolNow)}
      onClick={onClick}
    >
      {words.edit}
    </Button>
  )
}

type EditProps = {
  rule: Rule
  busy: boolean
  problem: string | undefined
  onSave(draft: RuleDraft): void
  onClose(): void
}

function Edit({ rule, ...dialog }: EditProps) {
  const entry = useEntry(rule)
  const name = useServerName(rule.server)
  if (!entry) return null
  const tool = { server: rule.server, name: entry.name, title: entry.title, hash: entry.hash, claims: entry.claims }
  return <LimitDialog serverName={name} tool={tool} initial={rule} {...dialog} />
}

/** The tool that the rule names, as its server offers it now. */
const useEntry = ({ server, tool = '' }: Rule) =>
  useHost(({ servers }) => {
    const tools = servers[server]?.tools ?? {}
    return Object.hasOwn(tools, tool) ? tools[tool] : undefined
  })
