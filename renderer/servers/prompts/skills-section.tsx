import { Suspense, useState } from 'react'
import type { ListedSkill, SkillList } from '../../../shared/content/skills.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, skillItem } from '../../../shared/state/pins.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useAction } from '../../state/action.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { useLookup } from '../../state/query.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { lastConversation } from '../../state/resources/in-chat.ts'
import { loadSkill } from '../../state/resources/load-skill.ts'
import { navigate } from '../../state/routes.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { skills } from '../../strings/servers/skills.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import rowStyles from './prompts-tab.module.css'
import styles from './skills-section.module.css'

const words = skills.section

const SkillDialog = lazyPart(async () => (await import('./skill-dialog.tsx')).SkillDialog)

/** The standing of a skill whose files are these. */
type Standing = keyof typeof words.standing

/** A server's skills, by their entries alone; nothing if it offers none. Their files are read only on request. */
export function SkillsSection({ server }: { server: ServerSummary }) {
  const link = useLink()
  const { id, state } = server
  const isReady = state.status.state === 'ready'
  const { answer, problem } = useLookup(isReady ? id : undefined, () => link.call('listSkills', { server: id }))
  const [open, setOpen] = useState<ListedSkill>()
  if (problem !== undefined) return <Note kind="no">{problem}</Note>
  if (!isReady || !answer?.isOffered) return null
  return (
    <section className={styles.section} aria-label={words.label}>
      <h2>{words.title}</h2>
      <p className="ink3">{words.help}</p>
      {answer.skills.length === 0 && answer.refused.length === 0 && <p>{words.none}</p>}
      {answer.skills.length > 0 && (
        <ul className="rows" aria-label={words.label}>
          {answer.skills.map((skill) => (
            <SkillRow key={skill.uri} server={server} skill={skill} onRead={() => setOpen(skill)} />
          ))}
        </ul>
      )}
      <Refused list={answer} from={server.name} />
      {open && (
        <Suspense>
          <SkillDialog server={server} skill={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

type RowProps = { server: ServerSummary; skill: ListedSkill; onRead(): void }

function SkillRow({ server: { id, name: from }, skill, onRead }: RowProps) {
  const link = useLink()
  const { uri, name, description, files, set } = skill
  const standing = useHost((state): Standing => {
    const { pins } = consentOf(state, id)
    const item = skillItem(uri)
    if (isPinned(pins, item, set)) return 'approved'
    return Object.hasOwn(pins ?? {}, item) ? 'changed' : 'new'
  })
  const namesakes = useHost(({ consents, configured }) =>
    Object.entries(consents)
      .filter(([other, { pins = {} }]) => other !== id && Object.keys(pins).some((item) => isNamed(item, name)))
      .map(([other]) => plainLabel(displayName(other, configured.servers[other]), 60))
      .join(', '),
  )
  const hasModel = useAnsweringModel() !== undefined
  const { run, busy, problem } = useAction(async () => {
    await loadSkill(link, lastConversation(), { server: id, uri })
    navigate({ page: 'chat', conversation: lastConversation() })
  })
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0))
  const block = standing !== 'approved' ? words.notApproved : hasModel ? undefined : words.noModel
  return (
    <li className={rowStyles.prompt}>
      <div className="stack gap05">
        <h3 className="breaks">
          <span className="medium">
            <Plain text={name} />
          </span>{' '}
          <code className={rowStyles.name}>
            <Plain text={head(uri, 120)} />
          </code>
        </h3>
        <p className={rowStyles.description}>
          <ExtInline from={from} text={description} />
        </p>
        {namesakes !== '' && <p className={rowStyles.description}>{words.namesake(namesakes)}</p>}
        {problem !== undefined && <Note kind="no">{problem}</Note>}
      </div>
      <div className="row wrap gap2-4">
        <span className={rowStyles.count}>{words.files(files.length, size)}</span>
        <span className={rowStyles.count}>{words.standing[standing]}</span>
        <Button size="sm" onClick={onRead}>
          {words.read}
          <span className="sr">{words.named(name)}</span>
        </Button>
        <Button size="sm" busy={busy} unavailable={block} onClick={() => void run()}>
          {words.load}
          <span className="sr">{words.named(name)}</span>
        </Button>
      </div>
    </li>
  )
}

/** Whether a pinned item is a skill with this name: its folder's last part. */
const isNamed = (item: string, name: string): boolean =>
  item.startsWith(skillItem('')) && item.endsWith(`/${name}/SKILL.md`)

function Refused({ list, from }: { list: SkillList; from: string }) {
  if (list.refused.length === 0) return null
  return (
    <section className="stack breaks fs-small" aria-label={words.refused}>
      <h3>{words.refused}</h3>
      {list.refused.slice(0, 100).map(({ uri, problem }, index) => (
        <p key={index}>
          {uri !== '' && <ExtInline from={from} text={uri} />} {problem}
        </p>
      ))}
    </section>
  )
}
