/** The least that a workflow can do. */
export const echo = async (text: string): Promise<string> => text;
