import { useId, type ReactNode } from 'react'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './welcome.module.css'

/** An advantage of a way to begin (`gain`), or what it costs. */
export type WayFact = { gain?: true; text: string }

type WayProps = { icon: IconName; title: string; lede: string; facts: WayFact[]; children: ReactNode }

/** One way to begin: what it is, its advantages and costs, and its controls. */
export function Way({ icon, title, lede, facts, children }: WayProps) {
  const id = useId()
  return (
    <section className={styles.way} aria-labelledby={id}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <h2 id={id} className={styles.name}>
        {title}
      </h2>
      <p className={styles.about}>{lede}</p>
      <ul className={styles.facts}>
        {facts.map(({ gain, text }) => (
          <li key={text}>
            {gain ? <Glyph state="succeeded" size={12} label="" /> : <span className={styles.dash} aria-hidden />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}
