import { createSocket } from 'node:dgram'
import { openCollector, type Collector } from '../support/collector.ts'

/** An app's report of itself and of its limits. */
export type Probed = {
  origin: string
  isAlone: boolean
  isCredentialless: boolean
  features: string[]
  evaluated: boolean
  cookie: string
  stored: string | null
  referrer: string
  seesAbove: string[]
  fullscreen: boolean
}

/** An app that reports once, then answers `ping`, and hangs on `hang`. */
export const probing = (
  more = '',
): string => `<!doctype html><title>Probing</title><body><button>In the page</button><script>
  const say = (method, params) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
  const reach = (name, look) => { try { return look() === undefined ? [] : [name] } catch { return [] } }
  let evaluated = false
  try { evaluated = (0, eval)('true') } catch {}
  const stored = localStorage.getItem('mine')
  localStorage.setItem('mine', 'kept')
  say('probed', {
    origin,
    isAlone: originAgentCluster,
    isCredentialless: credentialless,
    features: document.featurePolicy.allowedFeatures(),
    evaluated,
    cookie: document.cookie,
    stored,
    referrer: document.referrer.replace(/[^/]*$/, ''),
    seesAbove: [...reach('top', () => top.document), ...reach('parent', () => parent.document), ...reach('sibling', () => top.frames[0].document), ...reach('atrium', () => globalThis.atrium)],
    fullscreen: document.fullscreenEnabled,
  })
  addEventListener('message', ({ data }) => {
    if (data.method === 'ping') {
      parent.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*')
      say('answered', {})
    } else if (data.method === 'hang') while (true);
    else say('heard', { method: data.method, characters: JSON.stringify(data).length })
  })
  say('ui/notifications/initialized', {})
  ${more}
</script>`

/** A listening server and a listening socket for datagrams, as a stranger would have them. */
export type Stranger = {
  collector: Collector
  /** Datagrams that came. */
  packets(): number
  targets: { there: string; udp: string }
  close(): void
}

export async function openStranger(): Promise<Stranger> {
  const collector = await openCollector()
  const socket = createSocket('udp4')
  let packets = 0
  socket.on('message', () => (packets += 1))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    collector,
    packets: () => packets,
    targets: { there: collector.address, udp: `127.0.0.1:${socket.address().port}` },
    close: () => {
      collector.close()
      socket.close()
    },
  }
}
