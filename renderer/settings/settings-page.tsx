import { Suspense, useId, useState } from 'react'
import { Bar } from '../ui/page/bar.tsx'
import { useAdminBlock } from '../state/rights.ts'
import { href, settingsParts, type SettingsPart } from '../state/routes.ts'
import { frame } from '../strings/frame.ts'
import { settings } from '../strings/settings.ts'
import { lazyPart } from '../ui/lazy.ts'
import { Note } from '../ui/note.tsx'
import { AboutPart } from './about-part.tsx'
import { AppearancePart } from './appearance/appearance-part.tsx'
import { ApprovalsPart } from './approvals-part.tsx'
import { InstallationPart } from './installation-part.tsx'
import { ModelsPart } from './models-part.tsx'
import { LimitsPart } from './limits/limits-part.tsx'
import { PrivacyPart } from './privacy-part.tsx'
import { PromptsPart } from './prompts-part.tsx'
import { SearchSettings } from './search/search-settings.tsx'
import styles from './settings-page.module.css'
import { SettingGroup } from '../ui/fields/setting.tsx'
import { KeysList } from '../ui/page/keys-list.tsx'

const CompanyPart = lazyPart(async () => (await import('./company/company-part.tsx')).CompanyPart)
const NetworkPart = lazyPart(async () => (await import('./network-part.tsx')).NetworkPart)
const FoundSettings = lazyPart(async () => (await import('./search/found-settings.tsx')).FoundSettings)

/** The pages that few people need. */
const advanced: SettingsPart[] = ['limits', 'network', 'company', 'installation', 'about']

/** All settings, one page per topic, and a search over all of them. */
export function SettingsPage({ part: wanted }: { part: SettingsPart | undefined }) {
  const block = useAdminBlock()
  const part = wanted ?? settingsParts[0]
  const [typed, type] = useState('')
  const query = typed.trim()
  const groupId = useId()
  const link = (each: SettingsPart) => (
    <a
      key={each}
      className={styles.part}
      href={href({ page: 'settings', part: each })}
      aria-current={each === part ? 'page' : undefined}
      onClick={() => type('')}
    >
      {settings.parts[each]}
    </a>
  )
  return (
    <>
      <Bar title={frame.pages.settings} />
      <div className={styles.page}>
        <div className={styles.side}>
          <SearchSettings typed={typed} onType={type} />
          <nav className={styles.parts} aria-label={settings.nav}>
            {settingsParts.filter((each) => !advanced.includes(each)).map(link)}
            <div className={styles.parts} role="group" aria-labelledby={groupId}>
              <div id={groupId} className={styles.group}>
                {settings.advanced}
              </div>
              {advanced.map(link)}
            </div>
          </nav>
        </div>
        <div className={styles.content}>
          {block && <Note>{block}</Note>}
          {query === '' ? (
            <Suspense fallback={null}>
              <Part part={part} block={block} />
            </Suspense>
          ) : (
            <div data-settings-found>
              <Suspense fallback={null}>
                <FoundSettings query={query} />
              </Suspense>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Part({ part, block }: { part: SettingsPart; block: string | undefined }) {
  switch (part) {
    case 'models':
      return <ModelsPart block={block} />
    case 'approvals':
      return <ApprovalsPart block={block} />
    case 'prompts':
      return <PromptsPart block={block} />
    case 'network':
      return <NetworkPart block={block} />
    case 'company':
      return <CompanyPart block={block} />
    case 'appearance':
      return <AppearancePart block={block} />
    case 'privacy':
      return <PrivacyPart />
    case 'keyboard':
      return <KeyboardPart />
    case 'limits':
      return <LimitsPart block={block} />
    case 'installation':
      return <InstallationPart />
    case 'about':
      return <AboutPart block={block} />
    default:
      return part satisfies never
  }
}

/** Every keyboard shortcut. */
const KeyboardPart = () => (
  <SettingGroup title={settings.parts.keyboard} lede={settings.keyboard.lede}>
    <KeysList />
  </SettingGroup>
)
