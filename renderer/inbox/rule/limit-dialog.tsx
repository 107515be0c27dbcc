import { useMemo, useState } from 'react'
import type { Claims } from '../../../shared/asks/asks.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { ruleDraft, type RuleDraft } from '../../../shared/rules/rules.ts'
import { mayDestroy } from '../../../shared/rules/verdict.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useToolDefinition } from '../../state/tool-definition.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { conditionsOf, limitedValues, ruleLimitsOf, waysOf, type Limit, type LimitedValue } from './limits.ts'
import { RuleTrialReport } from './rule-trial.tsx'
import { UntilChoice } from './until-choice.tsx'
import styles from './rule.module.css'

const words = rules.limits
const shared = rules.dialog

type LimitDialogProps = {
  serverName: string
  tool: { server: string; name: string; title?: string | undefined; hash: string; claims: Claims }
  /** The effect of a new rule, for every conversation. */
  effect?: RuleDraft['effect']
  /** The rule to edit. */
  initial?: RuleDraft | undefined
  busy: boolean
  problem: string | undefined
  onSave(draft: RuleDraft): void
  onClose(): void
}

/**
 * A rule for calls with some arguments, new or to edit. It needs at least one limit, unless it is a permission for a tool
 * that only reads or the rule had none.
 */
export function LimitDialog(props: LimitDialogProps) {
  const { serverName, tool, initial, busy, problem, onSave, onClose } = props
  const effect = initial?.effect ?? props.effect ?? 'allow'
  const isAllowing = effect === 'allow'
  const definition = useToolDefinition(tool.server, tool.name, tool.hash)
  const values = useMemo(() => (definition.state === 'ready' ? limitedValues(definition.schema) : []), [definition])
  const before = useMemo(() => ruleLimitsOf(values, initial?.conditions ?? []), [values, initial])
  const [typed, setLimits] = useState<Record<string, Limit>>({})
  const limits = { ...before.limits, ...typed }
  const [reach, setReach] = useState<Reach>(reachOf(initial))
  const { conditions: limited, incomplete } = conditionsOf(values, limits)
  const conditions = [...before.kept, ...limited]
  const draft = draftOf({ tool, initial, effect, conditions, reach })
  const needsLimit =
    !(isAllowing && tool.claims.readOnly) && initial?.conditions.length !== 0 && conditions.length === 0
  const isWhole = !incomplete && !needsLimit && ruleDraft.safeParse(draft).success
  const missing = useMissing({
    needsLimit,
    isWhole,
    needsDestroy: isAllowing && mayDestroy(tool.claims) && !reach.destructive,
  })
  return (
    <Dialog
      open
      keepOpen
      size="lg"
      title={(initial ? words.edit : titles[effect])(plainLabel(head(tool.title ?? tool.name, 60)))}
      onClose={onClose}
      submit={() => missing === undefined && onSave(draft)}
      footer={
        <>
          <span className={styles.hint}>{missing ?? shared.removal}</span>
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button kind="primary" keys="Ctrl Enter" busy={busy} unavailable={missing} onClick={() => onSave(draft)}>
            {initial ? words.saveEdit : isAllowing ? words.save : words.saveRule}
          </Button>
        </>
      }
    >
      <p>{words.lede[effect](serverName)}</p>
      {isAllowing && mayDestroy(tool.claims) && (
        <Checkbox
          checked={reach.destructive}
          onChange={({ target }) => setReach({ ...reach, destructive: target.checked })}
        >
          {shared.destructive(serverName)}
        </Checkbox>
      )}
      {definition.state === 'loading' && <Loading what={serverTools.detail.loading} />}
      {definition.state === 'failed' && <Note kind="no">{definition.problem}</Note>}
      {definition.state === 'ready' && values.length === 0 && <Note>{words.nothing[effect]}</Note>}
      <div className="stack gap3">
        {values.map((value) => (
          <LimitRow
            key={value.at}
            value={value}
            limit={limits[value.at] ?? { text: '' }}
            change={(limit) => setLimits({ ...typed, [value.at]: limit })}
          />
        ))}
      </div>
      {isAllowing && <ReachChoice reach={reach} isNew={!initial} change={setReach} />}
      {isWhole && (
        <p className={styles.rule} role="group" aria-label={shared.rule}>
          <Plain text={`${ruleWords(draft, { server: serverName, tool: tool.title })}.`} />
        </p>
      )}
      {isAllowing && <Trial draft={isWhole ? draft : undefined} content={JSON.stringify(draft)} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </Dialog>
  )
}

type DraftParts = Pick<LimitDialogProps, 'tool' | 'initial'> &
  Pick<RuleDraft, 'effect' | 'conditions'> & { reach: Reach }

const draftOf = ({ tool, initial, effect, conditions, reach }: DraftParts): RuleDraft => ({
  effect,
  scope: initial?.scope ?? 'always',
  server: tool.server,
  tool: tool.name,
  ...(effect === 'allow' && { definition: tool.hash }),
  conditions,
  ...reach,
})

type ReachChoiceProps = { reach: Reach; isNew: boolean; change(reach: Reach): void }

/** When a permission ends, and if it is edited, whether it covers text from others. */
const ReachChoice = ({ reach, isNew, change }: ReachChoiceProps) => (
  <>
    <UntilChoice until={reach.until} change={(until) => change({ ...reach, until })} />
    {!isNew && (
      <Checkbox checked={reach.flows} onChange={({ target }) => change({ ...reach, flows: target.checked })}>
        {shared.flows}
      </Checkbox>
    )}
  </>
)

/** The effect of a permission on earlier calls; `draft` is absent while it is incomplete. */
const Trial = ({ draft, content }: { draft: RuleDraft | undefined; content: string }) => (
  <>
    <RuleTrialReport drafts={draft && [draft]} content={content} />
    <p className="small ink3">{shared.changes}</p>
  </>
)

const titles = { allow: shared.title, ask: words.ask, deny: words.deny }

type Reach = Pick<RuleDraft, 'destructive' | 'flows' | 'until' | 'paused' | 'staysInPlace'>

const reachOf = (rule: RuleDraft | undefined): Reach => ({
  destructive: rule?.destructive ?? false,
  flows: rule?.flows ?? false,
  ...(rule?.until !== undefined && { until: rule.until }),
  ...(rule?.paused && { paused: true }),
  ...(rule?.staysInPlace && { staysInPlace: true }),
})

type Missing = { needsLimit: boolean; isWhole: boolean; needsDestroy: boolean }

/** Why the rule can't be saved yet. */
function useMissing({ needsLimit, isWhole, needsDestroy }: Missing): string | undefined {
  const block = useAdminBlock()
  if (block !== undefined) return block
  if (needsDestroy) return words.needsDestroy
  if (isWhole) return undefined
  return needsLimit ? words.needsLimit : shared.incomplete
}

const labels = { under: shared.folder, host: shared.host, 'one-of': words.value }

type LimitRowProps = { value: LimitedValue; limit: Limit; change(limit: Limit): void }

function LimitRow({ value, limit: { is, text }, change }: LimitRowProps) {
  const name = head(value.name, 80)
  const heard = plainLabel(name)
  return (
    <div className={styles.condition}>
      <Field label={<Plain text={shared.value(name)} />}>
        <Select
          value={is ?? 'any'}
          onChange={({ target }) => change({ is: waysOf(value).find((way) => way === target.value), text })}
        >
          <option value="any">{shared.choices.any}</option>
          {waysOf(value).map((way) => (
            <option key={way} value={way}>
              {way === 'one-of' ? words.exactly : shared.choices[way]}
            </option>
          ))}
        </Select>
      </Field>
      {is !== undefined && (
        <Field label={labels[is](heard)} help={is === 'one-of' && value.kind === 'text' ? shared.exact : undefined}>
          {value.options.length > 0 ? (
            <Select value={text} onChange={({ target }) => change({ is, text: target.value })}>
              <option value="">{words.choose}</option>
              {value.options.map((option) => (
                <option key={option} value={option}>
                  {plainLabel(option, 80)}
                </option>
              ))}
            </Select>
          ) : (
            <TextInput
              value={text}
              maxLength={1000}
              spellCheck={false}
              placeholder={words.example[is]}
              onChange={({ target }) => change({ is, text: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
