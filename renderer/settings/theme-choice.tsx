import type { Settings } from '../../shared/config/settings.ts'
import { useHost, useLink } from '../state/replica.ts'
import { settings } from '../strings/settings.ts'
import { useInOrder } from '../state/action.ts'
import { Radio } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import { LabelledSetting } from '../ui/fields/setting.tsx'
import styles from './theme-choice.module.css'

const words = settings.appearance

const themes: Settings['appearance']['theme'][] = ['system', 'light', 'dark']

/** Light, dark, or the system's theme. */
export function ThemeChoice({ block }: { block: string | undefined }) {
  const link = useLink()
  const chosen = useHost((state) => state.configured.settings.appearance.theme)
  const change = useInOrder((theme: Settings['appearance']['theme']) =>
    link.call('changeSettings', { appearance: { theme } }),
  )
  return (
    <LabelledSetting title={words.theme}>
      <div className={styles.themes} role="radiogroup" aria-label={words.theme}>
        {themes.map((theme) => (
          <Radio
            key={theme}
            name="theme"
            className={styles.choice}
            checked={theme === chosen}
            disabled={block !== undefined}
            onChange={() => void change.run(theme)}
          >
            <span className={styles.label}>{words.themes[theme]}</span>
            <span className={styles.picture} data-theme={theme} aria-hidden>
              <span className={styles.side} />
              <span className={styles.line} />
              <span className={styles.line} />
              <span className={styles.card} />
            </span>
          </Radio>
        ))}
      </div>
      {change.problem && <Note kind="no">{change.problem}</Note>}
    </LabelledSetting>
  )
}
