export type SeenByOrigin = { method: string; url: string; headers: Record<string, string | undefined>; body: string }

export type Origin = { port: number; address: string; seen: SeenByOrigin[]; close(): Promise<void> }

export function startOrigin(options?: { tls?: { key: string; cert: string }; host?: string }): Promise<Origin>
