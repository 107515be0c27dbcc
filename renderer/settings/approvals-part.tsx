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
import { Phrase } from '../strings/phrase.tsx'
import { settingsRules } from '../strings/settings/settings-pages.ts'
import { rules as rulesWords } from '../strings/inbox/rules.ts'
import { settings } from '../strings/settings.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { useUndoToast } from '../ui/overlay/toast.tsx'
import listStyles from './facts.module.css'
import { RuleRow } from './rule-row.tsx'
import { LabelledSetting, SettingGroup } from '../ui/fields/setting.tsx'
import { StepLimit } from './number-settings.tsx'

const words = settings.approvals
const { levels } = rulesWords

const AddRuleDialog = lazyPart(async () => (await import('./rules/add-rule-dialog.tsx')).AddRuleDialog)

/** The rules for approval, and the limit at which a turn stops by itself. */
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
      <LabelledSetting title={words.called} help={words.calledHelp}>
        <p>
          <Phrase text={words.rule} slots={{ asks: <b>{words.asks}</b> }} />
        </p>
      </LabelledSetting>
      <LabelledSetting title={words.friction} help={words.frictionHelp}>
        <ul className="stack bullets">
          {words.frictions.map((friction) => (
            <li key={friction}>{friction}</li>
          ))}
        </ul>
        <p className="small ink3">{words.fresh}</p>
      </LabelledSetting>
      <LabelledSetting title={words.silence} help={words.silenceHelp}>
        <p>{words.silenceMeans}</p>
      </LabelledSetting>
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
      <StepLimit block={block} />
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

/** How much new conversations ask. */
function UsualLevel({ block }: { block: string | undefined }) {
  const link = useLink()
  const rules = useRulesInForce()
  const [isOpen, setOpen] = useState(false)
  const servers = useHost(({ configured }) => configured.servers)
  const believed = believedIn(rules).map((id) => displayName(id, servers[id]))
  const back = useAction(() => link.call('changeRules', toBelieving([], rules)))
  return (
    <LabelledSetting title={levels.usual} help={levels.usualHelp}>
      <p>
        <b>{levels.usually(believed.length > 0 ? levels.names.reads : levels.names.ask)}</b>{' '}
        {believed.length > 0 ? levels.believed(believed.join(', ')) : levels.details.ask}
      </p>
      <p className="row wrap">
        <Button size="sm" unavailable={block} onClick={() => setOpen(true)}>
          {believed.length > 0 ? levels.change : levels.choices.reads}
        </Button>
        {believed.length > 0 && (
          <Button size="sm" busy={back.busy} unavailable={block} onClick={() => void back.run()}>
            {levels.askAgain}
          </Button>
        )}
      </p>
      {back.problem !== undefined && <FieldError>{back.problem}</FieldError>}
      {isOpen && <ReadsDialog onSaved={() => setOpen(false)} onClose={() => setOpen(false)} />}
    </LabelledSetting>
  )
}
