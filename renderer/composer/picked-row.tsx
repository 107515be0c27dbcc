import { useRef } from 'react'
import { ResourceChip } from '../resources/resource-chip.tsx'
import { strings } from '../strings/strings.ts'
import { placeOf } from './attachments.ts'
import styles from './attachments.module.css'
import { picked, usePicked, type Picked } from './picked.ts'

/** What was picked of servers and goes with the message that is being written. */
export function PickedRow({ conversation }: { conversation: string | undefined }) {
  const things = usePicked(conversation)
  const list = useRef<HTMLUListElement>(null)
  if (things.length === 0) return null
  const place = placeOf(conversation)
  const remove = (one: Picked): void => {
    const index = things.indexOf(one)
    picked.remove(place, [one])
    const chips = [...(list.current?.children ?? [])]
    const next = (chips[index + 1] ?? chips[index - 1])?.querySelector<HTMLElement>('button')
    ;(next ?? document.querySelector<HTMLElement>('[data-composer]'))?.focus()
  }
  return (
    <div className={styles.bar}>
      <ul ref={list} className={styles.chips} aria-label={strings.composer.picked.list}>
        {things.map((one) => (
          <ResourceChip
            key={one.id}
            one={one}
            onLive={(live) => picked.change(place, one.id, { live })}
            onRemove={() => remove(one)}
          />
        ))}
      </ul>
    </div>
  )
}
