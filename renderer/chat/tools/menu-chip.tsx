import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './menu-chip.module.css'

type MenuChipProps = ComponentProps<'button'> & { icon: IconName; words: string }

/** A menu's button in the header of the conversation; in a narrow window, its icon alone. */
export const MenuChip = ({ icon, words, children, ...rest }: MenuChipProps) => (
  <button type="button" {...rest} className={styles.chip}>
    <Icon name={icon} size={14} />
    <span className={styles.words}>{words}</span>
    {children}
  </button>
)
