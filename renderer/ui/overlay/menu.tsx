import { Menu as Base } from '@base-ui/react/menu'
import { useRef, useState, type ReactElement } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './menu.module.css'

/** One line of a menu. */
export type MenuItem = {
  label: string
  icon?: IconName
  danger?: boolean
  /** A second line. */
  detail?: string
  /** The character that does the same when typed. */
  typed?: string
  /** Whether it is the current choice. */
  checked?: boolean
  /** Why it can't be chosen now. */
  unavailable?: string | undefined
  onSelect(): void
}

type MenuProps = {
  trigger: ReactElement
  items: MenuItem[]
  align?: 'start' | 'end'
  /** Where focus goes after a choice; without it, back to the button. */
  afterChoice?: () => HTMLElement | null
}

/** A short list of actions that opens from a button. It stays in its button's landmark. */
export function Menu({ trigger, items, align = 'end', afterChoice }: MenuProps) {
  const hasChosen = useRef(false)
  const [home, setHome] = useState<HTMLElement | null>(null)
  return (
    <Base.Root onOpenChange={(isOpen) => isOpen && (hasChosen.current = false)}>
      <span ref={setHome} className={styles.home}>
        <Base.Trigger render={trigger} />
      </span>
      <Base.Portal container={home}>
        <Base.Positioner className={styles.place} positionMethod="fixed" sideOffset={4} align={align}>
          <Base.Popup className={styles.menu} finalFocus={() => (hasChosen.current && afterChoice?.()) || true}>
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={classes(styles.item, item.danger && styles.danger)}
                disabled={item.unavailable !== undefined}
                aria-current={item.checked || undefined}
                onClick={() => {
                  hasChosen.current = true
                  item.onSelect()
                }}
              >
                {item.icon && <Icon name={item.icon} size={14} />}
                <span className="grow">
                  {item.label}
                  {item.detail && <small className={styles.why}>{item.detail}</small>}
                  {item.unavailable && <small className={styles.why}>{item.unavailable}</small>}
                </span>
                {item.typed && (
                  <span className={styles.typed} aria-hidden>
                    {item.typed}
                  </span>
                )}
                {item.checked && <Icon name="check" size={14} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
