import { serverForm } from '../../strings/servers/servers-form.ts'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import styles from './server-fields.module.css'
import { limitNames, usualTimeLimits, type LimitName, type Limits } from '../../state/servers/draft/time-limits.ts'

const words = serverForm.limits

type TimeLimitFieldsProps = {
  isProgram: boolean
  limits: Limits
  problems: Partial<Record<LimitName, string>> | undefined
  onChange(limits: Limits): void
}

/** Time limits for one call and for a program's start, collapsed unless set. */
export function TimeLimitFields({ isProgram, limits, problems, onChange }: TimeLimitFieldsProps) {
  return (
    <Fold label={words.label} open={limitNames.some((name) => limits[name] !== '')} held={problems !== undefined}>
      <p className="small block ink3">{words.help}</p>
      <div className={styles.limits}>
        {limitNames
          .filter((name) => isProgram || name !== 'start')
          .map((name) => (
            <Field
              key={name}
              label={
                <>
                  {words.kinds[name].label} <span className="regular fs-small ink3">{words.seconds}</span>
                </>
              }
              help={words.kinds[name].help}
              error={problems?.[name]}
            >
              <TextInput
                className="num"
                inputMode="decimal"
                placeholder={usualTimeLimits[name].toString()}
                value={limits[name]}
                onChange={(event) => onChange({ ...limits, [name]: event.target.value })}
              />
            </Field>
          ))}
      </div>
    </Fold>
  )
}
