import { Suspense, useState } from 'react'
import { displayName } from '../../shared/config/server-config.ts'
import { believedIn, toBelieving } from '../../shared/rules/levels.ts'
import type { RulesChange } from '../../shared/rules/policy.ts'
import type { Rule } from '../../shared/rules/rules.ts'
import { ReadsDialog } from '../inbox/rule/reads-dialog.tsx'
import { useAction, useInOrder } from '../state/action.ts'
import { useQuery } from '../state/query.ts'
import { useHost, useLink } from '../state/replica.ts'
import { useRulesInForce } from '../state/rules.ts'
import { settingsRules } from '../strings/settings/settings-pages.ts'
import { rules as rulesWords } from '../strings/inbox/rules.ts'
import { settings } from '../strings/settings.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { useUndoToast } from '../ui/overlay/toast.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import listStyles from './facts.module.css'
import { RuleRow } from './rule-row.tsx'
import { LabelledSetting, SettingGroup } from '../ui/fields/setting.tsx'
import styles from './approvals-part.module.css'

const words = settings.approvals
const { levels } = rulesWords

const AddRuleDialog = lazyPart(async () => (await import('./rules/add-rule-dialog.tsx')).AddRuleDialog)

/** When calls need approval: the level of new conversations, the rules, and what always asks. */
export function ApprovalsPart({ block }: { block: string | undefined }) {
  const rules = useHost((state) => state.rules)
  const all = listedRules(Object.values(rules))
  const uses = useQuery('listRuleUses', {}, { moment: rules }).answer
  const [isAdding, setAdding] = useState(false)
  const link = useLink()
  const offerUndo = useUndoToast()
  const undo = useInOrder((change: Partial<RulesChange>) => link.call('changeRules', change))
  const onChanged = (done: string, back: Partial<RulesChange>): void => offerUndo(done, () => void undo.run(back))
  return (
    <SettingGroup title={settings.parts.approvals} lede={words.lede}>
      <UsualLevel block={block} />
      <LabelledSetting title={words.rules} help={words.rulesHelp}>
        {all.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className={listStyles.list} aria-label={words.rules}>
            {all.map(({ key, rule }) => (
              <RuleRow key={key} rule={rule} block={block} uses={uses} onChanged={onChanged} />
            ))}
          </ul>
        )}
        <Button size="sm" icon="plus" unavailable={block} onClick={() => setAdding(true)}>
          {settingsRules.add}
        </Button>
        {undo.problem !== undefined && <FieldError>{undo.problem}</FieldError>}
      </LabelledSetting>
      <LabelledSetting title={words.friction}>
        <Fold label={words.frictionShort}>
          <ul className="stack bullets">
            {words.frictions.map((friction) => (
              <li key={friction}>{friction}</li>
            ))}
          </ul>
          <p>
            {words.silence} {words.byHand}
          </p>
        </Fold>
      </LabelledSetting>
      {isAdding && (
        <Suspense fallback={null}>
          <AddRuleDialog
            onAdded={(added) => onChanged(settingsRules.added, { remove: added })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </SettingGroup>
  )
}

/** Rules keep their place and their row while they are paused, although each change gives a rule another ID. */
function listedRules(rules: Rule[]): { key: string; rule: Rule }[] {
  const seen = new Map<string, number>()
  return rules
    .map((rule) => ({ said: said(rule), rule }))
    .toSorted((a, b) => (a.said < b.said ? -1 : Number(a.said > b.said)))
    .map(({ said: text, rule }) => {
      const count = (seen.get(text) ?? 0) + 1
      seen.set(text, count)
      return { key: `${text} ${count}`, rule }
    })
}

const said = ({ server, tool = '', id: _id, actor: _actor, paused: _paused, ...rest }: Rule): string =>
  JSON.stringify([server, tool, rest])

/** How much new conversations ask, as cards. The second one is pressed again to choose other servers. */
function UsualLevel({ block }: { block: string | undefined }) {
  const link = useLink()
  const rules = useRulesInForce()
  const [isOpen, setOpen] = useState(false)
  const servers = useHost(({ configured }) => configured.servers)
  const believed = believedIn(rules).map((id) => displayName(id, servers[id]))
  const chosen = believed.length > 0 ? 'reads' : 'ask'
  const back = useAction(() => link.call('changeRules', toBelieving([], rules)))
  const take = { ask: () => chosen === 'reads' && void back.run(), reads: () => setOpen(true) }
  const details = { ...levels.details, ...(chosen === 'reads' && { reads: levels.believed(believed.join(', ')) }) }
  return (
    <div className={styles.levels} role="group" aria-label={levels.usual} data-setting={levels.usual}>
      <div className={styles.title}>{levels.usual}</div>
      {(['ask', 'reads'] as const).map((level) => (
        <button
          key={level}
          type="button"
          className={styles.level}
          aria-pressed={level === chosen}
          aria-disabled={block !== undefined || undefined}
          title={block}
          onClick={() => block === undefined && take[level]()}
        >
          <span className="row medium">
            {levels.choices[level]}
            {level === chosen && <Icon name="check" />}
          </span>
          <Plain text={details[level]} />
        </button>
      ))}
      {back.problem !== undefined && <FieldError>{back.problem}</FieldError>}
      {isOpen && <ReadsDialog onSaved={() => setOpen(false)} onClose={() => setOpen(false)} />}
    </div>
  )
}
