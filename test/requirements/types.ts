/** What Atrium owes, by id: where the duty comes from and what must be seen. Tests cite the ids in their titles. */
export type Requirements = Record<string, { source: string; behaviour: string }>
