/** Atrium's obligations, by ID: their source and what must be visible. Tests cite the IDs in their titles. */
export type Requirements = Record<string, { source: string; behaviour: string }>
