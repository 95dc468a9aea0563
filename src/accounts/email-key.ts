/** What addresses are compared by: two that differ in case or in how letters are composed only are the same. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
