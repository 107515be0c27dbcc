import { actorWords } from '../../ui/actor-words.ts'
import { useSession } from '../../state/replica.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { GlyphState } from '../../state/glyph-state.ts'
import { formatDay, formatTime } from '../../strings/format/time.ts'
import type { Standing } from '../../state/servers/standing.ts'
import styles from './standing-words.module.css'

const words = serverTools.standing

const glyphs: Record<Standing['state'], GlyphState> = {
  pinned: 'succeeded',
  new: 'quarantined',
  changed: 'quarantined',
  differs: 'quarantined',
  'kept-off': 'denied',
}

/** Whether models see a definition, in a word or two. */
export function StandingMark({ standing }: { standing: Standing }) {
  return (
    <span className={styles.standing} data-state={standing.state}>
      <Glyph state={glyphs[standing.state]} size={13} label="" />
      {standing.state === 'pinned'
        ? standing.at === undefined
          ? words.pinned
          : words.pinnedOn(formatDay(standing.at))
        : words.states[standing.state]}
    </span>
  )
}

/** Whether models see a definition, in a sentence: who decided, or why not. */
export function StandingSentence({ standing, from }: { standing: Standing; from: string }) {
  const self = useSession()?.actor
  if (standing.state !== 'pinned') return <p>{words.sentences[standing.state](from)}</p>
  const { at, actor, passport } = standing
  if (at === undefined || actor === undefined) return null
  const [day, time] = [formatDay(at), formatTime(at)]
  if (passport !== undefined) return <p className="ink3">{words.byPassport(passport, day, time)}</p>
  if (actor === 'host') return <p className="ink3">{words.byHost(day, time)}</p>
  return <p className="ink3">{words.byPerson(actorWords(actor, self), day, time)}</p>
}
