/** What PostgreSQL says, without the statement that the ORM puts before it. */
export function driverMessage({ message }: Error): string {
  return message.trim().split('\n').at(-1)?.split(' - ').at(-1) ?? message;
}
