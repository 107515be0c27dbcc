import { Field, TextInput } from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import styles from './server-fields.module.css'
import { limitNames, usualLimits, type LimitName, type Limits } from './time-limits.ts'

type TimeLimitFieldsProps = {
  limits: Limits
  problems: Partial<Record<LimitName, string>> | undefined
  onChange(limits: Limits): void
}

const words: Record<LimitName, { label: string; help: string }> = {
  idle: { label: 'Silence', help: 'Without a sign of life.' },
  work: { label: 'Work', help: 'While nobody is being asked.' },
  wall: { label: 'In all', help: 'Questions to you included.' },
}

/** How long one call of the server may take, folded away unless it says something. */
export function TimeLimitFields({ limits, problems, onChange }: TimeLimitFieldsProps) {
  return (
    <Fold label="Time limits" open={limitNames.some((name) => limits[name] !== '')} held={problems !== undefined}>
      <p className={styles.intro}>
        Seconds that one call may take; then it is cancelled. Progress from the server counts as a sign of life.
      </p>
      <div className={styles.limits}>
        {limitNames.map((name) => (
          <Field
            key={name}
            label={
              <>
                {words[name].label} <span className={styles.unit}>s</span>
              </>
            }
            help={words[name].help}
            error={problems?.[name]}
          >
            <TextInput
              className="num"
              inputMode="decimal"
              placeholder={usualLimits[name].toString()}
              value={limits[name]}
              onChange={(event) => onChange({ ...limits, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </Fold>
  )
}
