import { useMemo, useState } from 'react'
import type { Claims } from '../../../shared/asks/asks.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { ruleDraft, type RuleDraft } from '../../../shared/rules/rules.ts'
import { mayDestroy } from '../../../shared/rules/verdict.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useDefinition } from '../../state/tool-definition.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { conditionsOf, limitedValues, waysOf, type Limit, type LimitedValue } from './limits.ts'
import { RuleTrial } from './rule-trial.tsx'
import styles from './rule.module.css'

const words = strings.rules.limits
const shared = strings.rules.dialog

type LimitDialogProps = {
  serverName: string
  tool: { server: string; name: string; title?: string | undefined; hash: string; claims: Claims }
  busy: boolean
  problem: string | undefined
  onSave(draft: RuleDraft): void
  onClose(): void
}

/** A permission for a tool that may change things: it needs at least one limit. */
export function LimitDialog({ serverName, tool, busy, problem, onSave, onClose }: LimitDialogProps) {
  const definition = useDefinition(tool.hash)
  const values = useMemo(() => (definition.state === 'ready' ? limitedValues(definition.schema) : []), [definition])
  const [limits, setLimits] = useState<Record<string, Limit>>({})
  const [destructive, setDestructive] = useState(false)
  const { conditions, incomplete } = conditionsOf(values, limits)
  const draft: RuleDraft = {
    ...{ effect: 'allow', scope: 'always', server: tool.server, tool: tool.name, definition: tool.hash },
    ...{ conditions, destructive, flows: false },
  }
  const isWhole = !incomplete && conditions.length > 0 && ruleDraft.safeParse(draft).success
  const missing = useMissing({
    conditions: conditions.length,
    isWhole,
    needsDestroy: mayDestroy(tool.claims) && !destructive,
  })
  return (
    <Dialog
      open
      keepOpen
      size="lg"
      title={shared.title(plainLabel(head(tool.title ?? tool.name, 60)))}
      onClose={onClose}
      submit={() => missing === undefined && onSave(draft)}
      footer={
        <>
          <span className={styles.hint}>{missing ?? shared.removal}</span>
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button kind="primary" keys="Ctrl Enter" busy={busy} unavailable={missing} onClick={() => onSave(draft)}>
            {words.save}
          </Button>
        </>
      }
    >
      <p>{words.lede(serverName)}</p>
      {mayDestroy(tool.claims) && (
        <Checkbox checked={destructive} onChange={({ target }) => setDestructive(target.checked)}>
          {shared.destructive(serverName)}
        </Checkbox>
      )}
      {definition.state === 'loading' && <Loading what={strings.serverTools.detail.loading} />}
      {definition.state === 'failed' && <Note kind="no">{definition.problem}</Note>}
      {definition.state === 'ready' && values.length === 0 && <Note>{words.nothing}</Note>}
      <div className={styles.conditions}>
        {values.map((value) => (
          <LimitRow
            key={value.at}
            value={value}
            limit={limits[value.at] ?? { text: '' }}
            change={(limit) => setLimits({ ...limits, [value.at]: limit })}
          />
        ))}
      </div>
      {isWhole && (
        <p className={styles.rule} role="group" aria-label={shared.rule}>
          <Plain text={`${ruleWords(draft, { server: serverName })}.`} />
        </p>
      )}
      <RuleTrial drafts={isWhole ? [draft] : undefined} content={JSON.stringify(draft)} />
      <p className={styles.quiet}>{shared.changes}</p>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </Dialog>
  )
}

type Missing = { conditions: number; isWhole: boolean; needsDestroy: boolean }

/** Why the permission can't be saved yet. */
function useMissing({ conditions, isWhole, needsDestroy }: Missing): string | undefined {
  const block = useAdminBlock()
  if (block !== undefined) return block
  if (needsDestroy) return words.needsDestroy
  if (isWhole) return undefined
  return conditions === 0 ? words.needsLimit : shared.incomplete
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
        <Field label={labels[is](heard)}>
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
