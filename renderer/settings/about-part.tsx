import { href } from '../frame/routes.ts'
import { pricesAsOf } from '../../shared/prices.ts'
import { Setting, SettingGroup } from './setting.tsx'
import { useAbout } from './use-about.ts'

/** What this is, which version of it, and under which licence. */
export function AboutPart() {
  const about = useAbout()
  return (
    <SettingGroup title="About" lede="A host for the Model Context Protocol in which a person stays in charge.">
      <Setting title="Version">
        <span>Atrium {about?.version}</span>
        <span>{about && (about.shell === 'web' ? 'In a browser tab' : 'In a window of its own')}</span>
      </Setting>
      <Setting title="Licence">
        <p>MIT. The packages it is built with keep their own licences.</p>
      </Setting>
      <Setting title="Prices of models">
        <p>
          As Anthropic published them on <time dateTime={pricesAsOf}>{pricesAsOf}</time>. Your own prices come first.
        </p>
      </Setting>
      <Setting title="First steps">
        <a href={href({ page: 'welcome' })}>Show the ways to begin again</a>
      </Setting>
    </SettingGroup>
  )
}
