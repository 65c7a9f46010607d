/** Statements over the job queue's own tables, which its next release may change. They run as the queue's role. */

/** Orders a job once more, half a minute later and with all its tries. $1: the job's id. */
export const PUT_OFF = `
select graphile_worker.add_job(task.identifier, job.payload, queue_name => queue.queue_name, max_attempts => job.max_attempts,
         run_at => clock_timestamp() + interval '30 seconds', job_key => job.key, priority => job.priority)
  from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id
  left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
 where job.id = $1`

/** The timetable's last run, and what waits for a time that a wrong clock gave it, brought back to now. */
export const CATCH_UP = [
  `update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`,
  `update graphile_worker._private_jobs set run_at = now() + (run_at - created_at), created_at = now()
    where created_at > now() + interval '1 minute' and locked_at is null`,
] as const

/** How many jobs wait with a value that is sealed under a key. $1: the beginning of its envelopes. */
export const COUNT_SEALED = `select count(*)::int as count from graphile_worker._private_jobs where strpos(payload::text, $1) > 0`

/** Has this session stand for workers, until it ends. $1: their ids. */
export const STAND_FOR = `select pg_advisory_lock(hashtextextended('worker/' || id, 0)) from unnest($1::text[]) id`

/**
 * The workers with jobs that no session stands for, once a worker has had time to get one. $1: the ids of the asking process, whose
 * locks its own session could take.
 */
export const FIND_LEFT_BEHIND = `
with holders as materialized (
  select distinct locked_by as id from graphile_worker._private_jobs
   where locked_at < now() - interval '10 seconds' and locked_by <> all($1::text[]))
select id from holders where pg_try_advisory_xact_lock(hashtextextended('worker/' || id, 0))`

/** Frees the jobs of workers that were found so; returns the ids of those that no session stands for by now either. $1: their ids. */
export const FREE_LEFT_BEHIND = `
with dead as materialized (
  select id from unnest($1::text[]) id where pg_try_advisory_xact_lock(hashtextextended('worker/' || id, 0)))
select dead.id, graphile_worker.force_unlock_workers(array[dead.id]) from dead`
