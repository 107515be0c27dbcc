import { useHost } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import listStyles from './facts.module.css'
import { RuleRow } from './rule-row.tsx'
import styles from './setting.module.css'
import { Setting, SettingGroup } from './setting.tsx'
import { StepLimit } from './step-limit.tsx'

const words = strings.settings.approvals

/** The rules for approval, and the limit at which a turn stops by itself. */
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
      <Setting title={words.rules} help={words.rulesHelp}>
        {all.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className={listStyles.list} aria-label={words.rules}>
            {all.map((rule) => (
              <RuleRow key={rule.id} rule={rule} block={block} />
            ))}
          </ul>
        )}
      </Setting>
      <StepLimit block={block} />
    </SettingGroup>
  )
}
