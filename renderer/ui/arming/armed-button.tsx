import { Button, type ButtonProps } from '../button.tsx'
import { classes } from '../classes.ts'
import styles from './answer-buttons.module.css'
import { armingMs } from './arming.ts'
import type { Armed } from './use-armed.ts'

type ArmedButtonProps = Pick<ButtonProps, 'keys' | 'kind' | 'busy' | 'unavailable' | 'className'> & {
  armed: Armed
  /** The ID of a sentence that says what is missing. */
  hint?: string | undefined
  give(): void
  children: string
}

/** A button that consents: takes a press only after it has been armed for the full time. */
export function ArmedButton({ armed, hint, give, children, className, ...rest }: ArmedButtonProps) {
  const isOpen = !rest.busy && rest.unavailable === undefined
  return (
    <Button
      {...rest}
      data-consent
      className={classes(
        styles.answer,
        className,
        armed.arming && styles.arming,
        armed.time > armingMs.once && styles.lasting,
      )}
      {...(isOpen && {
        'aria-disabled': !armed.armed || undefined,
        'aria-describedby': hint,
        'data-arming': armed.arming || undefined,
        ...armed.guard(give),
      })}
    >
      {children}
    </Button>
  )
}
