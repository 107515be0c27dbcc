import type { ComponentProps, MouseEvent, PointerEvent } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Keys } from './keys.tsx'

type Common = Omit<ComponentProps<'button'>, 'size'> & {
  /** An action started by the button is running: it keeps its place and focus and takes no press. */
  busy?: boolean | undefined
  /** Why it can't be pressed. It stays focusable, so the reason can be read. */
  unavailable?: string | undefined
}

/** Props of `Button`; `kind` says how much a press weighs, not how it looks. */
export type ButtonProps = Common & {
  kind?: 'default' | 'primary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName | undefined
  /** The keys of the same action, such as `Ctrl Enter`. */
  keys?: string | undefined
}

/** Labels are verbs; up to one `primary` per surface, none on a question. */
export function Button({ kind = 'default', size = 'md', icon, keys, children, className, ...rest }: ButtonProps) {
  const { busy } = rest
  return (
    <button {...pressable(rest)} className={classes(styles.button, styles[kind], styles[size], className)}>
      {busy ? <Icon name="loader" size={14} className={styles.spin} /> : icon && <Icon name={icon} size={14} />}
      {children}
      {keys && <Keys keys={keys} />}
    </button>
  )
}

/** Props of `IconButton`; a button without words needs its label. `keys` do the same. */
export type IconButtonProps = Common & {
  label: string
  icon: IconName
  size?: 'sm' | 'md'
  keys?: string | undefined
}

/** A button with only an icon; `label` is its accessible name, and shows on hover and focus with its keys. */
export function IconButton({ label, icon, size = 'md', keys, className, ...rest }: IconButtonProps) {
  const { title = label, ...press } = pressable(rest)
  return (
    <button
      data-tip={title}
      data-tip-keys={keys}
      {...press}
      aria-label={label}
      className={classes(styles.icon, size === 'sm' && styles.iconSmall, className)}
    >
      <Icon name={icon} size={size === 'sm' ? 14 : 16} />
    </button>
  )
}

function pressable({ busy, unavailable, onClick, onPointerDown, ...rest }: Common) {
  const press = {
    type: 'button' as const,
    ...rest,
    ...steadyPress,
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      steadyPress.onPointerDown(event)
      onPointerDown?.(event)
    },
  }
  if (!busy && unavailable === undefined) return { ...press, onClick }
  return {
    ...press,
    'aria-disabled': true,
    'aria-busy': busy,
    'aria-description': unavailable,
    title: unavailable ?? rest.title,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
}

/** Max pixels the pointer can move away before the press no longer counts. */
const slack = 12

let pressedAt = { x: 0, y: 0 }

/**
 * Props for a button. A press that began on it ends on it, even if the page moves under the pointer; one that the user
 * drags away doesn't count.
 */
const steadyPress = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX, clientY }: PointerEvent): void {
    if (button !== 0 || pointerType === 'touch') return
    pressedAt = { x: clientX, y: clientY }
    currentTarget.setPointerCapture(pointerId)
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    if (Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > slack) currentTarget.releasePointerCapture(pointerId)
  },
}
