/** What addresses are compared by: two that differ in case only are the same. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
