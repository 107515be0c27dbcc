import { useEffect, useRef } from 'react'
import { Above } from '../ui/overlay/above.tsx'
import { useHost } from '../state/replica.ts'
import { Marked } from '../ui/search/marked.tsx'
import { prompts } from '../strings/prompts.ts'
import { skills } from '../strings/servers/skills.ts'
import { ExtInline, Plain } from '../ui/third-party/ext.tsx'
import { head } from '../../shared/text/clip.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { Keys } from '../ui/keys.tsx'
import { ServerSeal } from '../ui/seal.tsx'
import { startingServers, type FoundPrompt, type PromptGroup } from './offered-prompts.ts'
import styles from '../ui/overlay/word-list.module.css'
import { optionId } from '../state/composer/typed-word.ts'
import type { SlashList } from './use-slash.ts'

const words = prompts.menu

const same = (a: string[], b: string[]): boolean => a.join('\n') === b.join('\n')

/** All servers' prompts that match the text after the slash. Focus stays in the message. */
export function SlashMenu({ menu }: { menu: SlashList }) {
  const { id, found, query, active } = menu
  const starting = useHost(startingServers, same)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [active, query])
  return (
    <Above>
      <div ref={list} id={id} role="listbox" aria-label={words.list} className={styles.list}>
        {found.groups.map((group, at) => {
          const from = found.groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0)
          return <Group key={group.server ?? ''} group={group} from={from} menu={menu} />
        })}
      </div>
      <div role="status" className={styles.words}>
        {found.all === 0 && <p>{words.none}</p>}
        {found.all > 0 && found.found === 0 && <p>{words.noneFits(plainLabel(query, 60))}</p>}
        {found.found > 0 && <p className="sr">{words.count(found.found, found.all)}</p>}
        {found.more > 0 && <p>{words.more(found.more)}</p>}
        {starting.map((server) => (
          <p key={server}>{words.starting(plainLabel(server, 60))}</p>
        ))}
      </div>
      {found.found > 0 && <Foot isTheirs={found.groups.some(({ server }) => server !== undefined)} />}
    </Above>
  )
}

function Group({ group, from, menu }: { group: PromptGroup; from: number; menu: SlashList }) {
  const { server, serverName, items, all } = group
  const labelId = `${menu.id}-${from}-label`
  const { count } = items.some(({ skill }) => skill !== undefined) ? skills.menu : words
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={styles.group}>
        {server === undefined ? <Icon name="edit" size={14} /> : <ServerSeal server={server} />}
        <b>{plainLabel(serverName, 60)}</b> <span>{count(items.length, all)}</span>
      </div>
      {items.map((prompt, index) => (
        <Option key={prompt.skill ?? prompt.entry.name} prompt={prompt} index={from + index} menu={menu} />
      ))}
    </div>
  )
}

function Option({ prompt, index, menu }: { prompt: FoundPrompt; index: number; menu: SlashList }) {
  const { entry, server, serverName, waits, skill, at } = prompt
  const isActive = index === menu.active
  const { name, title, description, arguments: takes } = entry
  return (
    <div
      id={optionId(menu, index)}
      role="option"
      aria-selected={isActive}
      aria-disabled={waits !== undefined || undefined}
      className={styles.option}
      // Focus stays in the message.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => !isActive && menu.setActive(index)}
      onClick={() => menu.choose(prompt)}
    >
      <code className={styles.name}>
        /<Marked text={plainLabel(name, 60)} at={at} />
      </code>
      <span className={styles.about}>
        {title !== undefined && title !== name && (
          <span className={styles.title}>
            <Plain text={head(title, 60)} />
          </span>
        )}
        {skill !== undefined && (
          <>
            <span className={styles.title}>{skills.menu.kind}</span>{' '}
            <ExtInline from={plainLabel(serverName, 60)} text={head(skill, 120)} />
          </>
        )}
        {waits ? (
          <span className={styles.waits}>{prompts.blocked[waits]}</span>
        ) : (
          description !== '' &&
          (server === undefined ? description : <ExtInline from={plainLabel(serverName, 60)} text={description} />)
        )}
      </span>
      <span className={styles.takes}>
        <bdi>
          {takes
            .slice(0, 4)
            .map((one) => (one.required ? plainLabel(one.name, 30) : words.optional(plainLabel(one.name, 30))))
            .join(', ')}
        </bdi>
      </span>
      <span className={styles.enter} aria-hidden>
        {isActive && !waits && <Keys keys="Enter" />}
      </span>
    </div>
  )
}

const Foot = ({ isTheirs }: { isTheirs: boolean }) => (
  <div className={styles.foot} aria-hidden>
    <span>
      <Keys keys="↑ ↓" /> {words.move}
    </span>
    <span>
      <Keys keys="Enter" /> {words.choose}
    </span>
    <span>
      <Keys keys="Tab" /> {words.fill}
    </span>
    <span>
      <Keys keys="Esc" /> {words.close}
    </span>
    {isTheirs && <span className={styles.theirs}>{words.theirs}</span>}
  </div>
)
