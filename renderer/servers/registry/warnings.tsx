import type { RegistryWarning } from '../../../shared/config/registry.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Note } from '../../ui/note.tsx'
import { Word } from '../../ui/third-party/ext.tsx'

/** Facts about a record or a way. The publisher's text in them is marked. */
export function Warnings({ warnings }: { warnings: RegistryWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className="stack" aria-label={registryPage.server.warnings}>
      {warnings.map(({ code, what }) => (
        <li key={code + (what ?? '')}>
          <Note>
            {registryPage.ways.warnings[code]} {what !== undefined && <Quoted>{what}</Quoted>}
          </Note>
        </li>
      ))}
    </ul>
  )
}

const Quoted = ({ children }: { children: string }) => (
  <code className="breaks">
    <Word text={children.slice(0, 500)} />
  </code>
)
