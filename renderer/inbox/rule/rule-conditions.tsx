import type { Condition } from '../../../shared/rules/rules.ts'
import { isAbsolute } from '../../../shared/text/paths.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { rules } from '../../strings/inbox/rules.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { clip, head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { mostPaths, withCondition, type ArgumentPath } from '../../../shared/rules/rule-draft.ts'
import styles from './rule.module.css'

const words = rules.dialog

type RuleConditionsProps = {
  paths: ArgumentPath[]
  /** More values exist than are listed. */
  more: boolean
  conditions: Condition[]
  change(conditions: Condition[]): void
}

/** For each of the call's values, the condition under which the rule applies. */
export function RuleConditions({ paths, more, conditions, change }: RuleConditionsProps) {
  return (
    <div className="stack gap3">
      {paths.map((path) => (
        <ConditionRow
          key={path.at}
          path={path}
          condition={conditions.find(({ at }) => at === path.at)}
          change={(condition) => change(withCondition(conditions, path.at, condition))}
        />
      ))}
      {more && <p className="small ink3">{words.more(mostPaths)}</p>}
    </div>
  )
}

type ConditionRowProps = {
  path: ArgumentPath
  condition: Condition | undefined
  change(condition: Condition | undefined): void
}

function ConditionRow({ path, condition, change }: ConditionRowProps) {
  const { at, value, ways } = path
  const name = head(readablePath(at), 80)
  const heard = plainLabel(name)
  return (
    <div className={styles.condition}>
      <Field
        label={<Plain text={words.value(name)} />}
        help={<Phrase text={words.now} slots={{ value: <Plain text={shortened(value)} /> }} />}
      >
        <Select
          value={condition?.is ?? 'any'}
          onChange={(event) => change(ways.find(({ is }) => is === event.target.value))}
        >
          <option value="any">{words.choices.any}</option>
          {ways.map(({ is }) => (
            <option key={is} value={is}>
              {words.choices[is]}
            </option>
          ))}
        </Select>
      </Field>
      {condition?.is === 'under' && (
        <Field label={words.folder(heard)} error={isAbsolute(condition.folder) ? undefined : words.notAbsolute}>
          <TextInput
            value={condition.folder}
            maxLength={1000}
            spellCheck={false}
            onChange={(event) => change({ ...condition, folder: event.target.value })}
          />
        </Field>
      )}
      {condition?.is === 'one-of' && typeof value === 'string' && <p className="small ink3">{words.exact}</p>}
      {condition?.is === 'host' && (
        <p className="small ink3">
          <Plain text={condition.hosts.join(', ')} />
        </p>
      )}
    </div>
  )
}

const shortened = (value: ArgumentPath['value']): string => clip(JSON.stringify(value), 120)
