import { useState } from 'react'
import { displayName } from '../../shared/config/server-config.ts'
import { believedIn, toBelieving } from '../../shared/rules/levels.ts'
import type { Rule, RuleDraft } from '../../shared/rules/rules.ts'
import { ReadsDialog } from '../inbox/rule/reads-dialog.tsx'
import { useAction } from '../state/action.ts'
import { useHost, useLink } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { useUndoToast } from '../ui/overlay/toast.tsx'
import listStyles from './facts.module.css'
import { RuleRow } from './rule-row.tsx'
import styles from './setting.module.css'
import { Setting, SettingGroup } from './setting.tsx'
import { StepLimit } from './step-limit.tsx'

const words = strings.settings.approvals
const { levels } = strings.rules

/** The rules for approval, and the limit at which a turn stops by itself. */
export function ApprovalsPart({ block }: { block: string | undefined }) {
  const rules = useHost((state) => state.rules)
  const all = Object.values(rules)
  const link = useLink()
  const offerUndo = useUndoToast()
  const undo = useAction((add: RuleDraft) => link.call('changeRules', { add: [add] }))
  const onRemoved = ({ id: _id, actor: _actor, ...draft }: Rule): void =>
    offerUndo(words.removed, () => void undo.run(draft))
  return (
    <SettingGroup title={strings.settings.parts.approvals} lede={words.lede}>
      <Setting title={words.called} help={words.calledHelp}>
        <p>
          <Phrase text={words.rule} slots={{ asks: <b>{words.asks}</b> }} />
        </p>
      </Setting>
      <Setting title={words.friction} help={words.frictionHelp}>
        <ul className={styles.points}>
          {words.frictions.map((friction) => (
            <li key={friction}>{friction}</li>
          ))}
        </ul>
        <p className={styles.aside}>{words.fresh}</p>
      </Setting>
      <Setting title={words.silence} help={words.silenceHelp}>
        <p>{words.silenceMeans}</p>
      </Setting>
      <UsualLevel rules={all} block={block} />
      <Setting title={words.rules} help={words.rulesHelp}>
        {all.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className={listStyles.list} aria-label={words.rules}>
            {all.map((rule) => (
              <RuleRow key={rule.id} rule={rule} block={block} onRemoved={() => onRemoved(rule)} />
            ))}
          </ul>
        )}
        {undo.problem !== undefined && <FieldError>{undo.problem}</FieldError>}
      </Setting>
      <StepLimit block={block} />
    </SettingGroup>
  )
}

/** How much new conversations ask. */
function UsualLevel({ rules, block }: { rules: Rule[]; block: string | undefined }) {
  const link = useLink()
  const [isOpen, setOpen] = useState(false)
  const servers = useHost(({ configured }) => configured.servers)
  const believed = believedIn(rules).map((id) => displayName(id, servers[id]))
  const back = useAction(() => link.call('changeRules', toBelieving([], rules)))
  return (
    <Setting title={levels.usual} help={levels.usualHelp}>
      <p>
        <b>{believed.length > 0 ? levels.names.reads : levels.names.ask}</b>{' '}
        {believed.length > 0 ? levels.believed(believed.join(', ')) : levels.details.ask}
      </p>
      <p className={styles.actions}>
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
    </Setting>
  )
}
