import { Icon, type IconName } from './icon.tsx'
import styles from './keys.module.css'

/** On Apple systems Command takes the place of Control. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** Arrows that the interface's typeface does not have. */
const drawn: Record<string, IconName> = { '←': 'arrow-left', '→': 'arrow-right' }

/** Key caps for a combination like `Ctrl Enter`. Decorative: what they do is said by the control. */
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

/** Whether a key event is the combination, with exactly its modifiers. */
export function isPressed(event: Press, keys: string): boolean {
  const parts = keys.split(' ')
  const key = parts.at(-1) ?? ''
  const control = isApple ? event.metaKey : event.ctrlKey
  const other = isApple ? event.ctrlKey : event.metaKey
  if (other || event.altKey || control !== parts.includes('Ctrl')) return false
  const shiftMatters = key.length > 1 || /[a-z]/i.test(key)
  if (shiftMatters && event.shiftKey !== parts.includes('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}
