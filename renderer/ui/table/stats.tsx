import styles from './stats.module.css'

type StatsProps = { label: string; stats: readonly { value: string; label: string }[] }

/** A row of figures, each with its meaning. */
export const Stats = ({ label, stats }: StatsProps) => (
  <ul className={styles.stats} aria-label={label}>
    {stats.map((stat) => (
      <li key={stat.label} className={styles.stat}>
        <b className={styles.value}>{stat.value}</b>
        <span className="small ink3">{stat.label}</span>
      </li>
    ))}
  </ul>
)
