import type { ReactNode } from 'react'
import styles from './setting.module.css'

/** One setting: its name at the left, its control at the right. The search in the settings finds it by its title. */
export function LabelledSetting({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.setting} data-setting={title}>
      <div className="medium">
        {title}
        {help && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

/** A group of settings. */
export function SettingGroup({ title, lede, children }: { title: string; lede: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="heading">{title}</h2>
      <p className={styles.lede}>{lede}</p>
      {children}
    </section>
  )
}
