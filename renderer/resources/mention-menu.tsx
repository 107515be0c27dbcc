import { useEffect, useRef, type ReactNode } from 'react'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { iconOf } from '../content/resource-words.ts'
import { optionId } from '../state/composer/typed-word.ts'
import { keyOf, resourceTitle } from '../state/resources/resource-tree.ts'
import { prompts } from '../strings/prompts.ts'
import { resources } from '../strings/resources.ts'
import { ui } from '../strings/ui.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Keys } from '../ui/keys.tsx'
import { Note } from '../ui/note.tsx'
import { Above } from '../ui/overlay/above.tsx'
import styles from '../ui/overlay/word-list.module.css'
import { Marked } from '../ui/search/marked.tsx'
import { ServerSeal } from '../ui/seal.tsx'
import type { MentionList, MentionModel } from './use-mention.ts'

const { mention: words } = resources
const { menu: slashWords } = prompts

/** The best matches for the text after the @, and the way to all. Focus stays in the message. */
export function MentionMenu({ menu }: { menu: MentionList }) {
  const { id, found, query, active } = menu
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [active, query])
  const { items, more, isLoading, failed } = found
  return (
    <Above>
      <div ref={list} id={id} role="listbox" aria-label={words.list} className={styles.list}>
        {items.map(({ server, serverName, resource, at }, index) => (
          <Option key={keyOf(server, resource.uri)} menu={menu} index={index} onChoose={() => menu.choose(index)}>
            <Icon name={iconOf(resource.mimeType)} size={14} />
            <span className={styles.named}>
              <Marked text={plainLabel(resourceTitle(resource), 80)} at={at} />
            </span>
            <bdi className={styles.about}>{plainLabel(resource.uri, 120)}</bdi>
            <span className={styles.from}>
              <ServerSeal server={server} />
              {plainLabel(serverName, 30)}
            </span>
          </Option>
        ))}
        <Option menu={menu} index={items.length} onChoose={menu.browse}>
          <Icon name="search" size={14} />
          <span className={styles.named}>{words.browse}</span>
        </Option>
      </div>
      <div role="status" className={styles.words}>
        {isLoading && <p>{resources.tree.listing}</p>}
        {!isLoading && items.length === 0 && query !== '' && <p>{words.noneFits(plainLabel(query, 60))}</p>}
        {items.length > 0 && <p className="sr">{words.count(items.length)}</p>}
        {more > 0 && <p>{slashWords.more(more)}</p>}
        {failed.map((server) => (
          <p key={server}>{resources.picker.notListed(plainLabel(server, 60))}</p>
        ))}
      </div>
      <div className={styles.foot} aria-hidden>
        <span>
          <Keys keys="↑ ↓" /> {slashWords.move}
        </span>
        <span>
          <Keys keys="Enter" /> {words.choose}
        </span>
        <span>
          <Keys keys="Esc" /> {slashWords.close}
        </span>
      </div>
    </Above>
  )
}

type OptionProps = { menu: MentionList; index: number; onChoose(): void; children: ReactNode }

function Option({ menu, index, onChoose, children }: OptionProps) {
  const isActive = index === menu.active
  return (
    <div
      id={optionId(menu, index)}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // Focus stays in the message.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => !isActive && menu.setActive(index)}
      onClick={onChoose}
    >
      {children}
      <span className={styles.enter} aria-hidden>
        {isActive && <Keys keys="Enter" />}
      </span>
    </div>
  )
}

/** The reading that a choice started, and why it failed. */
export function MentionReading({ model: { isReading, problem, clear } }: { model: MentionModel }) {
  if (isReading) return <Note>{words.reading}</Note>
  if (problem === undefined) return null
  return (
    <Note
      kind="no"
      action={
        <Button size="sm" kind="ghost" onClick={clear}>
          {ui.close}
        </Button>
      }
    >
      {problem}
    </Note>
  )
}
