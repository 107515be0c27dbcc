import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { ui } from '../../strings/ui.ts'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { focusAtOnce } from '../overlay/focus-at-once.ts'
import styles from './search-dialog.module.css'

type SearchDialogProps = {
  open: boolean
  onClose(): void
  /** Called when it is fully open, or fully closed. */
  onSettled(isOpen: boolean): void
  title: string
  /** Whether focus returns to where it was; if absent, always. */
  returnsFocus?: () => boolean
  children: ReactNode
}

/** A dialog at the window's top for searching; its content is a `SearchList`. */
export function SearchDialog({ open, onClose, onSettled, title, returnsFocus, children }: SearchDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} onOpenChangeComplete={onSettled}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          ref={popup}
          className={styles.dialog}
          aria-label={title}
          initialFocus={() => focusAtOnce(popup.current?.querySelector('input'))}
          {...(returnsFocus && { finalFocus: () => returnsFocus() })}
        >
          {children}
          <Dialog.Close render={<IconButton className={styles.close} label={ui.close} icon="close" />} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type SearchListProps<Item, Group extends { items: Item[] }> = {
  groups: Group[]
  query: string
  setQuery(query: string): void
  label: string
  placeholder: string
  /** An item's accessible name. */
  nameOf(item: Item): string
  /** Shown if nothing matches. */
  nothing: string
  /** The number of matches: in the field, or below the list. */
  count?: ReactNode
  /** Between the field and the list. */
  notes?: ReactNode
  foot: ReactNode
  children(group: Group): ReactNode
}

/**
 * A field and its matches, in groups; the first match is highlighted, the arrows move the highlight, Enter takes it.
 */
export function SearchList<Item, Group extends { items: Item[] }>(props: SearchListProps<Item, Group>) {
  const { groups, query, setQuery, label, placeholder, nameOf, nothing, count, notes, foot, children } = props
  return (
    <Autocomplete.Root
      open
      inline
      autoHighlight="always"
      keepHighlight
      filter={null}
      items={groups}
      value={query}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setQuery(next)}
      itemToStringValue={nameOf}
    >
      <Autocomplete.InputGroup className={styles.search}>
        <Icon name="search" />
        <Autocomplete.Input className={styles.input} aria-label={label} placeholder={placeholder} />
        {count !== undefined && <Autocomplete.Status className={styles.count}>{count}</Autocomplete.Status>}
      </Autocomplete.InputGroup>
      {notes}
      <div className={styles.list}>
        <Autocomplete.Empty className={styles.none}>{nothing}</Autocomplete.Empty>
        <Autocomplete.List>{children}</Autocomplete.List>
      </div>
      {foot}
    </Autocomplete.Root>
  )
}

type SearchItemProps<Item> = {
  value: Item
  /** Visible but not selectable; its content says why. */
  disabled?: boolean | undefined
  className?: string | undefined
  onChoose(): void
  children: ReactNode
}

/** One match in a `SearchList`. */
export const SearchItem = <Item,>({
  value,
  disabled = false,
  className,
  onChoose,
  children,
}: SearchItemProps<Item>) => (
  <Autocomplete.Item
    value={value}
    disabled={disabled}
    className={classes(styles.item, className)}
    {...(!disabled && { onClick: onChoose })}
  >
    {children}
  </Autocomplete.Item>
)
