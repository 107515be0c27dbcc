import { Icon, type IconName } from './icon.tsx'
import styles from './keys.module.css'

/** Whether this is an Apple system: there, Command replaces Control. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** Arrows missing from the interface's font. */
const drawn: Record<string, IconName> = { '←': 'arrow-left', '→': 'arrow-right' }

/** Key caps for a combination such as `Ctrl Enter`. Decorative: the control says what they do. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} aria-hidden>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {drawn[key] ? <Icon name={drawn[key]} size={10} /> : isApple && key === 'Ctrl' ? '⌘' : key}
        </kbd>
      ))}
    </span>
  )
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key event matches the combination, with exactly its modifiers. */
export function isPressed(event: Press, keys: string): boolean {
  const parts = keys.split(' ')
  const key = parts.at(-1) ?? ''
  const control = isApple ? event.metaKey : event.ctrlKey
  const other = isApple ? event.ctrlKey : event.metaKey
  if (other || event.altKey !== parts.includes('Alt') || control !== parts.includes('Ctrl')) return false
  const shiftMatters = key.length > 1 || /[a-z]/i.test(key)
  if (shiftMatters && event.shiftKey !== parts.includes('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}
