import type { Command } from 'commander';
import type { SetStatus } from '../commands.ts';
import { addRecords } from './mav-records.ts';

export function define(command: Command, setStatus: SetStatus): void {
  command.description('Work with MAV, the format of Multi-Action-Value examples.');
  addRecords(command, setStatus);
}
