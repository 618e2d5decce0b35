export function writeApiTypes(file?: string): Promise<void>
export function buildSdk(folder?: string, modules?: string): Promise<void>
