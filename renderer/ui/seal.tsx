import { displayName, type ServerConfig } from '../../shared/config/server-config.ts'
import { useHost } from '../state/replica.ts'
import styles from './seal.module.css'

/** The data behind a server's seal: any change gives another image. */
export function sealIdentity(id: string, config: ServerConfig | undefined): string {
  if (config?.type === 'playground') return JSON.stringify([id, config.type])
  return JSON.stringify(config?.type === 'http' ? [id, config.url] : [id, config?.command ?? null, config?.args ?? []])
}

/** The filled cells of a mirrored 5 × 5 image, as [column, row]. */
export function sealCells(identity: string): [number, number][] {
  let bits = 0
  for (let round = 0; bitCount(bits) < 4 || bitCount(bits) > 11; round++) bits = hash(`${round}${identity}`) & 0x7fff
  const cells: [number, number][] = []
  for (let bit = 0; bit < 15; bit++) {
    if (!((bits >> bit) & 1)) continue
    const column = bit % 3
    const row = Math.floor(bit / 3)
    cells.push([column, row])
    if (column < 2) cells.push([4 - column, row])
  }
  return cells
}

const bitCount = (bits: number): number => bits.toString(2).replaceAll('0', '').length

/** FNV-1a with a final mix: an image needs spread, not secrecy. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

/** The image before a server's name. Decorative: the name is the label. */
export function Seal({ identity, size = 16 }: { identity: string; size?: number }) {
  return (
    <svg className={styles.seal} width={size} height={size} viewBox="0 0 8 8" aria-hidden>
      {sealCells(identity).map(([column, row]) => (
        <rect key={`${column}${row}`} x={1.5 + column} y={1.5 + row} width="1" height="1" />
      ))}
    </svg>
  )
}

/** A configured server's seal; for a removed one, a seal of its ID alone. */
export function ServerSeal({ server, size = 16 }: { server: string; size?: number }) {
  const identity = useHost((state) => sealIdentity(server, state.configured.servers[server]))
  return <Seal identity={identity} size={size} />
}

/** A server's display name, to show next to its seal. */
export const useServerName = (server: string): string =>
  useHost((state) => displayName(server, state.configured.servers[server]))

/** Returns a function from a server's ID to its display name. */
export function useServerNames(): (server: string) => string {
  const servers = useHost((state) => state.configured.servers)
  return (server) => displayName(server, servers[server])
}
